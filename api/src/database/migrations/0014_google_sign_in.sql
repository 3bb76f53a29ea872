-- Whether a Google account with the same e-mail opens this account. A reset by SMS switches it off: the address may be a
-- thief's. Its owner switches it on again in the settings.
ALTER TABLE app_user ADD COLUMN google_sign_in boolean NOT NULL DEFAULT true;
