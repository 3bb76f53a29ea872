-- How a picture looks (api/src/files/picture-hash.ts): for files from now on, and never for films.
ALTER TABLE file ADD COLUMN picture_hash text;

-- Marks of proofs that were paid: hashes of their links, of their files, and parts of how their pictures look. A later
-- proof with one of them is shown to the reviewer. Nothing of a person is kept in a mark.
CREATE TABLE paid_proof (
  mark          text NOT NULL,
  assignment_id bigint NOT NULL REFERENCES assignment,
  picture_hash  text NOT NULL DEFAULT '',
  PRIMARY KEY (mark, assignment_id, picture_hash)
);
GRANT SELECT, INSERT, DELETE ON paid_proof TO adcoin_app;
