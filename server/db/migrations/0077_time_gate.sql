ALTER TABLE "organization" ADD COLUMN "time_gate" boolean DEFAULT false NOT NULL;
