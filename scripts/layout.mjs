// Import rules between folders: tests/architecture/imports.test.ts checks every import, scripts/arrows.mjs counts them.

/** Which subject may import which, on every side. The table has no cycles: a line only names lines below it. */
export const may = {
  home: 'risk customers reports projects',
  archive: 'records publicity reports fieldwork laboratory nonconformities projects',
  platforms: 'customers reports projects notices system',
  reviewers: 'records reports projects notices',
  system: 'notices publicity',
  customers: 'reports records projects',
  publicity: 'reports nonconformities projects signIn',
  records: 'reports fieldwork laboratory library projects',
  risk: 'reports',
  reports: 'fieldwork laboratory stock library conformity projects notices',
  fieldwork: 'laboratory equipment library projects',
  laboratory: 'stock equipment nonconformities library projects',
  stock: 'nonconformities equipment',
  equipment: 'projects',
  nonconformities: 'projects',
  conformity: 'projects notices',
  projects: 'notices',
  library: '',
  vehicles: '',
  notices: '',
  signIn: '',
  help: '',
};

/** Layers within a side: each may import the ones after it. */
export const order = {
  contract:
    'subjects features subject workbook print workflow wire schema permissions dictionaries arithmetic fields entity field routes ' +
    'messages constants rules dictEntry zone',
  server:
    'entry seed app jobs commands features builtIn workflow auth signing print crud backup files ' +
    'audit pdfText workbook child services http db base',
  src: 'main app light shell pages features listEditor grid fields outbox session api lib',
};
