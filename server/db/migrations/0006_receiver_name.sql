ALTER TABLE "announcement_send" ADD COLUMN "receiver_name" text;
--> statement-breakpoint
UPDATE "announcement_send" SET "receiver_name" = "user"."nick_name" FROM "user" WHERE "user"."id" = "announcement_send"."user_id";
