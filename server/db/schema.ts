// All tables of the database.
export * from './entityTables';
export * from './importTables';
export * from './ownTables';
