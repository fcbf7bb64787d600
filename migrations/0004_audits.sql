-- What audits found: the proof, run after run, that the index is right.

CREATE TABLE audits (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chain       chain NOT NULL,
  scope       text NOT NULL CHECK (scope IN ('sample', 'full')),
  result      text NOT NULL DEFAULT 'running' CHECK (result IN ('running', 'clean', 'findings', 'failed')),
  started_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  height      integer,
  hash        bytea,
  findings    bigint NOT NULL DEFAULT 0,
  reason      text,
  checks      jsonb NOT NULL DEFAULT '[]',
  position    jsonb NOT NULL DEFAULT '{}',
  CHECK ((result = 'running') = (finished_at IS NULL))
);
CREATE INDEX audits_of_chain ON audits (chain, id DESC);
COMMENT ON TABLE audits IS 'One row per audit of a chain, the newest hundreds of each: what was compared with the node and with itself, and what did not agree.';
COMMENT ON COLUMN audits.id IS 'Rises from audit to audit.';
COMMENT ON COLUMN audits.chain IS 'Currency code.';
COMMENT ON COLUMN audits.scope IS 'sample: the whole UTXO set, and as much of the rest as its time allows, drawn at random; full: everything.';
COMMENT ON COLUMN audits.result IS 'running (also one that was interrupted and goes on with the next audit), clean, findings (something did not agree), failed (it could not be finished).';
COMMENT ON COLUMN audits.started_at IS 'When it began.';
COMMENT ON COLUMN audits.updated_at IS 'When it last reported; one that is running and silent for minutes was interrupted.';
COMMENT ON COLUMN audits.finished_at IS 'When it ended; NULL while it is running.';
COMMENT ON COLUMN audits.height IS 'The block whose unspent outputs were compared with the node''s; where that check was left out, the last indexed block when the audit began.';
COMMENT ON COLUMN audits.hash IS 'Hash of that block, display order.';
COMMENT ON COLUMN audits.findings IS 'How many facts did not agree, over all checks.';
COMMENT ON COLUMN audits.reason IS 'Why it failed, for the operator, with the remedy. Names hosts and settings: not for the public.';
COMMENT ON COLUMN audits.checks IS 'The checks as a list: name, outcome, share covered, what was counted, how many findings, and the first of them as examples.';
COMMENT ON COLUMN audits.position IS 'Where it stands, for an interrupted audit to go on.';
