ALTER TABLE "method_authorisation" ADD COLUMN "authorised_for" text;
