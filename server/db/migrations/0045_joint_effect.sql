ALTER TABLE "hazard" ADD COLUMN "joint_effect" text;
