/** The long files that stood in what a response was asked, in base64, in pieces: see SQLite's migration of this name. */
export default [
  `CREATE TABLE response_files (
    response_id TEXT COLLATE "C" NOT NULL,
    file BIGINT NOT NULL,
    piece BIGINT NOT NULL,
    written_at BIGINT NOT NULL,
    text TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (response_id, file, piece)
  )`,
  "CREATE INDEX response_files_by_time ON response_files (written_at, response_id)",
  `CREATE FUNCTION responses_take_files() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      DELETE FROM response_files WHERE response_id = OLD.id;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER responses_take_files AFTER DELETE ON responses
    FOR EACH ROW EXECUTE FUNCTION responses_take_files()`
]
