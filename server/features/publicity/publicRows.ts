import type { Draft } from '@contract/entity';
import type { reportFormula } from '@contract/features/publicity/entities/reportFormula';
import type {
  PublicContact,
  PublicReport,
  PublicReportBrief,
  PublicScene,
} from '@contract/features/publicity/publicityWire';
import { withoutNames } from '@contract/features/publicity/publicNames';
import { formatMoment } from '@server/base/zone';
import { maskIdentity, maskPersonal, maskPhone } from './maskPersonalData';

// Public data of a notice, selected field by field and masked, for the public page and its preview.

type BriefFacts = Pick<Draft<typeof reportFormula>, 'title' | 'unitName' | 'reportNo' | 'region' | 'reportDate'>;

interface NoticeBrief extends Omit<BriefFacts, 'region'> {
  readonly id: number;
  readonly region: string | null;
  readonly reportTypeName: string | null;
  readonly publishTime: Date | null;
  readonly organizationName: string;
}

type WorkFacts = Pick<
  Draft<typeof reportFormula>,
  | 'surveyors'
  | 'surveyFrom'
  | 'surveyTo'
  | 'samplers'
  | 'samplingFrom'
  | 'samplingTo'
  | 'testers'
  | 'testFrom'
  | 'testTo'
>;

interface NoticeFacts extends NoticeBrief, WorkFacts {
  readonly address: string;
  readonly contact: string;
  readonly contactPhone: string | null;
  readonly leader: string;
  readonly team: string;
  readonly companion: string | null;
  readonly companionPublic: boolean | null;
  readonly conclusion: string | null;
  readonly qualification: string | null;
  readonly reportFile: string | null;
}

const maskOptional = (text: string | null): string | null => (text === null ? null : maskPersonal(text));

/**
 * Returns a notice for the public list, with personal data masked. Selects fields one by one, so that additional
 * selected columns are not published.
 * @param zone time zone of the organization, for times
 */
export const publicNoticeBrief = (row: NoticeBrief, zone: string): PublicReportBrief => ({
  id: row.id,
  title: maskPersonal(row.title),
  unitName: maskPersonal(row.unitName),
  reportNo: row.reportNo,
  reportTypeName: row.reportTypeName,
  region: row.region,
  reportDate: row.reportDate,
  publishTime: row.publishTime ? formatMoment(row.publishTime, zone) : '',
  organizationName: row.organizationName,
});

/**
 * Returns a notice for the public page.
 * @param scenes pictures that may be published
 * @param workers names of the sampled persons, which are never shown in full
 * @param contact the organization's own address and numbers, which stay unmasked
 */
export function publicReport(
  row: NoticeFacts,
  scenes: readonly PublicScene[],
  zone: string,
  workers: readonly string[],
  contact: PublicContact,
): PublicReport {
  const workOf = (people: string | null, from: string | null, to: string | null) => ({
    people: maskOptional(people),
    from,
    to,
  });
  return {
    ...publicNoticeBrief(row, zone),
    agency: contact.agency,
    supervision: contact.supervision,
    address: maskPersonal(row.address),
    contact: maskPersonal(row.contact),
    contactPhone: row.contactPhone === null ? null : maskPhone(row.contactPhone),
    leader: maskPersonal(row.leader),
    team: maskPersonal(row.team),
    survey: workOf(row.surveyors, row.surveyFrom, row.surveyTo),
    sampling: workOf(row.samplers, row.samplingFrom, row.samplingTo),
    test: workOf(row.testers, row.testFrom, row.testTo),
    companion: row.companionPublic ? maskOptional(row.companion) : null,
    conclusion: maskOptional(row.conclusion === null ? null : withoutNames(row.conclusion, workers)),
    qualification: row.qualification === null ? null : maskIdentity(row.qualification),
    scenes: scenes.map((scene) => ({ ...scene, caption: maskPersonal(withoutNames(scene.caption, workers)) })),
    hasReport: row.reportFile !== null,
  };
}
