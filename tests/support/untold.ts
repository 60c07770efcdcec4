// Rows that a call writes without an audit line of their own, and which line records them instead.

interface Untold {
  readonly entity: string;
  /** All calls that do so; without it any call. */
  readonly calls?: readonly string[];
  /** Which audit line records it. */
  readonly told: string;
}

const stockMoves = ['move', 'prepare'].flatMap((call) =>
  ['reagent', 'standard', 'consumable'].map((kind) => `POST api/${kind}/${call}`),
);
/** Calls that give a record other rows, or its rows other samples. */
const recordCalls = [
  'PUT api/labSheet/addTasks',
  'PUT api/labSheet/takeOff',
  'PUT api/labSheetRow/saveAll',
  'PUT api/sampleAdjustment/void',
  'PUT api/sample/void',
];
const recalculated = [
  'POST api/labDetection/add',
  'PUT api/labSheet/move',
  'PUT api/labSheet/moveMany',
  'POST api/blankRelation/relation',
  'PUT api/labSheet/edit',
  'PUT api/sampleAdjustment/void',
];

export const untold: readonly Untold[] = [
  { entity: 'announcement', told: 'a message of the system: the line of what it tells about' },
  {
    entity: 'announcementSend',
    told: 'a copy for one person: the line of the announcement that is sent or recalled, or of what the system tells about; that somebody has read it is nobody else’s business',
  },
  { entity: 'reagent', calls: stockMoves, told: 'its balance: the line of the movement' },
  { entity: 'standard', calls: stockMoves, told: 'its balance: the line of the movement' },
  { entity: 'consumable', calls: stockMoves, told: 'its balance: the line of the movement' },
  {
    entity: 'sample',
    calls: ['POST api/handOver/add', 'PUT api/handOver/samples', 'DELETE api/handOver/delete', 'PUT api/handOver/move'],
    told: 'on which sheet it is: the lines of the sheet’s lines',
  },
  {
    entity: 'handOver',
    calls: ['PUT api/handOver/samples'],
    told: 'nothing of its own changes: the lines of the sheet’s lines',
  },
  {
    entity: 'labSheet',
    calls: recordCalls,
    told: 'how many rows it has and whether all have results: the lines of its rows',
  },
  {
    entity: 'labSheet',
    calls: ['POST api/labDetection/add', 'PUT api/labDetection/edit', 'DELETE api/labDetection/delete'],
    told: 'whether all of its rows have results, calculated anew: the line of the determination',
  },
  {
    entity: 'labSheetRow',
    calls: recalculated,
    told: 'its result, calculated anew: the line of what was changed in the record',
  },
  {
    entity: 'labCheck',
    calls: ['PUT api/labSheet/move'],
    told: 'a copy in a record that corrects another: the line of that record',
  },
  {
    entity: 'labDetection',
    calls: ['PUT api/labSheet/move'],
    told: 'a copy in a record that corrects another: the line of that record',
  },
  {
    entity: 'labAttachment',
    calls: ['PUT api/labSheet/move'],
    told: 'a copy in a record that corrects another: the line of that record',
  },
  { entity: 'labPeak', calls: ['POST api/labPeak/take'], told: 'a peak of a file: the line of the file that was read' },
  {
    entity: 'labTask',
    calls: ['PUT api/labMethod/edit', 'PUT api/sampleAdjustment/edit'],
    told: 'how long its sample keeps: the line of the method, or of the sample',
  },
  { entity: 'outsideItem', calls: ['PUT api/sfQualityItem/saveAll'], told: 'one that is saved as it was' },
  {
    entity: 'outsideTask',
    calls: ['POST api/sfFinding/add'],
    told: 'how many findings it has: the line of the finding',
  },
  // A form that is saved unchanged.
  {
    entity: 'inspectUnit',
    calls: ['PUT api/inspectUnit/edit'],
    told: 'its letters to search by, of a row that is saved as it was',
  },
  {
    entity: 'project',
    calls: ['PUT api/project/edit'],
    told: 'its letters to search by, of a row that is saved as it was',
  },
  {
    entity: 'siteSurvey',
    calls: ['POST api/siteSurvey/copy'],
    told: 'one that gets no word of the copied one: the lines of its rows',
  },
];

export const isUntold = (entity: string, call: string): boolean =>
  untold.some((one) => one.entity === entity && (one.calls === undefined || one.calls.includes(call)));
