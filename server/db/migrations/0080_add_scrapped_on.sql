ALTER TABLE "equipment" ADD COLUMN "scrapped_on" date;
