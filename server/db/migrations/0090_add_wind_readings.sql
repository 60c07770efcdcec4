ALTER TABLE "site_weather" ADD COLUMN "wind_speed1" numeric;
--> statement-breakpoint
ALTER TABLE "site_weather" ADD COLUMN "wind_speed2" numeric;
--> statement-breakpoint
ALTER TABLE "site_weather" ADD COLUMN "wind_speed3" numeric;
