import { declarationTexts } from '../declarationTexts';
import { declaration } from '../entities/declaration';
import type { DeclarationVersion } from './declarationWire';

const requiredFields = [
  'registeredAddress',
  'workAddress',
  'scale',
  'industry',
  'economicType',
  'legalPerson',
  'phone',
  'workerCount',
  'exposedCount',
  'fullTimeStaff',
  'partTimeStaff',
  'diseaseCount',
] as const;
const countFields = [
  'dustCount',
  'chemicalCount',
  'physicalCount',
  'radiationCount',
  'biologicalCount',
  'otherCount',
] as const;
/**
 * Pairs of a part and its whole, which the part must not exceed: people of a named hazard and their class,
 * exceedances and points.
 */
const partsOfTotals = [
  ['silicaCount', 'dustCount'],
  ['coalCount', 'dustCount'],
  ['asbestosCount', 'dustCount'],
  ['benzeneCount', 'chemicalCount'],
  ['leadCount', 'chemicalCount'],
  ['noiseCount', 'physicalCount'],
  ['dustOver', 'dustPoints'],
  ['chemicalOver', 'chemicalPoints'],
  ['physicalOver', 'physicalPoints'],
  ['radiationOver', 'radiationPoints'],
  ['biologicalOver', 'biologicalPoints'],
] as const;
const testFields = ['testAgency', 'testReportNo'] as const;

interface DeclarationFault {
  readonly field: string;
  readonly message: string;
}

/** Returns the missing data of a declaration, by field; empty where it is complete. */
export function declarationFaults(
  version: Pick<
    DeclarationVersion,
    | (typeof requiredFields)[number]
    | (typeof countFields)[number]
    | (typeof partsOfTotals)[number][number]
    | (typeof testFields)[number]
    | 'declareKind'
    | 'changeReason'
    | 'testedThisYear'
  >,
  rows: number,
): DeclarationFault[] {
  const { fields } = declaration;
  const total = version.exposedCount;
  return [
    ...requiredFields.flatMap((field) =>
      version[field] === null || version[field] === '' ? [{ field, message: fields[field].label }] : [],
    ),
    ...(version.declareKind === 'change' && !version.changeReason
      ? [{ field: 'changeReason', message: fields.changeReason.label }]
      : []),
    ...(total !== null && countFields.some((field) => (version[field] ?? 0) > total)
      ? [{ field: 'exposedCount', message: declarationTexts.totalTooLarge }]
      : []),
    ...partsOfTotals.flatMap(([part, wholeName]) =>
      (version[part] ?? 0) > (version[wholeName] ?? 0)
        ? [{ field: part, message: declarationTexts.partTooLarge(fields[part].label, fields[wholeName].label) }]
        : [],
    ),
    ...(version.testedThisYear === true
      ? testFields.flatMap((field) => (version[field] ? [] : [{ field, message: fields[field].label }]))
      : []),
    ...(rows === 0 ? [{ field: 'rows', message: declarationTexts.noRows }] : []),
  ];
}
