import type { ClauseRow } from './clauseRow';
import { contractAndSurvey } from './clauses/contractAndSurveyClauses';
import { evaluation } from './clauses/evaluationClauses';
import { laboratory } from './clauses/laboratoryClauses';
import { organisation } from './clauses/organizationClauses';
import { papersAndArchive } from './clauses/papersAndArchiveClauses';
import { planAndPreparation } from './clauses/planAndPreparationClauses';
import { quality } from './clauses/qualityClauses';
import { rawRecords } from './clauses/rawRecordClauses';
import { report } from './clauses/reportClauses';
import { results } from './clauses/resultClauses';
import { samplesAndTransport } from './clauses/samplesAndTransportClauses';
import { sampling } from './clauses/samplingClauses';

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
