ALTER TABLE "lab_sheet_row" DROP COLUMN "working";
