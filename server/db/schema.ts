// All tables of the database. `tables` holds those that no entity describes, by subject.
export * from './entityTables';
export * from './tables/archiveTables';
export * from './tables/auditTables';
export * from './tables/importTables';
export * from './tables/installationTables';
export * from './tables/laboratoryTables';
export * from './tables/platformTables';
export * from './tables/reportTables';
export * from './tables/reviewerTables';
export * from './tables/rowTables';
export * from './tables/signInTables';
export * from './tables/signingTables';
