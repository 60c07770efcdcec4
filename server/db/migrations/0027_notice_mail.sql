ALTER TABLE "announcement_send" ADD COLUMN "mail_state" text;
--> statement-breakpoint
ALTER TABLE "announcement_send" ADD COLUMN "mail_time" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "announcement_send" ADD COLUMN "mail_note" text;
--> statement-breakpoint
ALTER TABLE "announcement_send" ADD COLUMN "mail_next" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "announcement_send" ADD COLUMN "mail_attempts" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "announcement_send" ADD COLUMN "mail_claim" uuid;
--> statement-breakpoint
ALTER TABLE "announcement_send" ADD COLUMN "mail_lease" timestamp (3) with time zone;
--> statement-breakpoint
-- What is due is looked for every few seconds among all that was ever sent.
CREATE INDEX "announcement_send_mail" ON "announcement_send" USING btree ("mail_next") WHERE "announcement_send"."mail_state" = 'waiting';
--> statement-breakpoint
CREATE INDEX "announcement_send_mailing" ON "announcement_send" USING btree ("mail_lease") WHERE "announcement_send"."mail_state" = 'sending';
