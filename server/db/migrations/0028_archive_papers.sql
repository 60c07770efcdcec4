ALTER TABLE "archive_content" ADD COLUMN "papers" jsonb DEFAULT '{}'::jsonb NOT NULL;
