-- Where a person's days begin: an IANA name; null until their browser has said one, then days are UTC's.
-- `time_zone_auto`: the browser may change it; false once the person chose.
ALTER TABLE app_user ADD COLUMN time_zone text CHECK (length(time_zone) BETWEEN 1 AND 64);
ALTER TABLE app_user ADD COLUMN time_zone_auto boolean NOT NULL DEFAULT true;
