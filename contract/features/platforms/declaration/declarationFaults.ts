import { declarationTexts } from '../declarationTexts';
import { declaration } from '../entities/declaration';
import type { DeclarationVersion } from './declarationWire';

const required = [
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
const countFields = ['dustCount', 'chemicalCount', 'physicalCount', 'radiationCount', 'otherCount'] as const;

interface DeclarationFault {
  readonly field: string;
  readonly message: string;
}

/** Returns what a declaration lacks, by field; empty where nothing. */
export function declarationFaults(
  version: Pick<
    DeclarationVersion,
    (typeof required)[number] | (typeof countFields)[number] | 'declareKind' | 'changeReason'
  >,
  rows: number,
): DeclarationFault[] {
  const { fields } = declaration;
  const total = version.exposedCount;
  return [
    ...required.flatMap((field) =>
      version[field] === null || version[field] === '' ? [{ field, message: fields[field].label }] : [],
    ),
    ...(version.declareKind === 'change' && !version.changeReason
      ? [{ field: 'changeReason', message: fields.changeReason.label }]
      : []),
    ...(total !== null && countFields.some((field) => (version[field] ?? 0) > total)
      ? [{ field: 'exposedCount', message: declarationTexts.totalTooLarge }]
      : []),
    ...(rows === 0 ? [{ field: 'rows', message: declarationTexts.noRows }] : []),
  ];
}
