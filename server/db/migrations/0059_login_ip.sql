ALTER TABLE "user" ADD COLUMN "login_ip" text;
