ALTER TABLE "user" ADD COLUMN "seal_secret" text DEFAULT (gen_random_uuid()::text || gen_random_uuid()::text) NOT NULL;
