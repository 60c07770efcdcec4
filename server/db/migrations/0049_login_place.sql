CREATE TABLE "login_place" (
	"user_name" text NOT NULL,
	"network" text NOT NULL,
	"time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "login_place_user_name_network_pk" PRIMARY KEY("user_name","network")
);

