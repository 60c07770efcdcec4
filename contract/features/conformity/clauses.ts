import type { ClauseRow } from './clauseRow';
import { contractAndSurvey } from './clauses/contractAndSurvey';
import { evaluation } from './clauses/evaluation';
import { laboratory } from './clauses/laboratory';
import { organisation } from './clauses/organisation';
import { papersAndArchive } from './clauses/papersAndArchive';
import { planAndPreparation } from './clauses/planAndPreparation';
import { quality } from './clauses/quality';
import { rawRecords } from './clauses/rawRecords';
import { report } from './clauses/report';
import { results } from './clauses/results';
import { samplesAndTransport } from './clauses/samplesAndTransport';
import { sampling } from './clauses/sampling';

/** Every checkable requirement of GBZ 331-2024, in the order of `tests/conformity/clauses.csv`. */
export const clauses: readonly ClauseRow[] = [
  ...organisation,
  ...contractAndSurvey,
  ...planAndPreparation,
  ...sampling,
  ...samplesAndTransport,
  ...laboratory,
  ...rawRecords,
  ...results,
  ...report,
  ...evaluation,
  ...quality,
  ...papersAndArchive,
];
