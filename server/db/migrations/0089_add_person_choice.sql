ALTER TABLE "sample" ADD COLUMN "person_choice" text;
