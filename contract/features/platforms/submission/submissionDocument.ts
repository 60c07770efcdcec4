import { verdictLabel, type Verdict } from '@contract/arithmetic/limits/resultJudgement';
import { currentFace } from '@contract/print/paperEdition';
import { textOrEmpty } from '@contract/print/paperHead';
import type { Block, Fact, PrintDocument } from '@contract/print/printDocument';
import { platformSections } from '../platformFields';
import type { PlatformPayload } from '../platformPayload';

export const submissionTitle = '职业卫生技术服务信息报送卡';

interface SubmissionPaper {
  readonly payload: PlatformPayload;
  /** Labels of the codes. */
  readonly words: Readonly<Partial<Record<'serviceType' | 'industryCode' | 'scale' | 'ecoType', string | null>>>;
  /** Day of the submission, `YYYY-MM-DD`; null before it. */
  readonly submittedOn: string | null;
  readonly submittedBy: string | null;
}

/** Returns the table of the posts with their hazards, exposed persons and contact time. */
function pointsTable(points: PlatformPayload['points']): Block {
  return {
    kind: 'table',
    title: platformSections.points.label,
    columns: [
      { heading: '序号', align: 'center' },
      { heading: '车间' },
      { heading: '岗位' },
      { heading: '危害因素', least: 30 },
      { heading: '接触人数', align: 'right' },
      { heading: 'h/d', align: 'right' },
      { heading: 'd/w', align: 'right' },
    ],
    rows: points.map((platformPoint, index) => [
      String(index + 1),
      textOrEmpty(platformPoint.workshop),
      textOrEmpty(platformPoint.post),
      textOrEmpty(platformPoint.hazardName),
      textOrEmpty(platformPoint.headcount),
      textOrEmpty(platformPoint.exposeHoursPerDay),
      textOrEmpty(platformPoint.daysPerWeek),
    ]),
  };
}

/** Returns the table of results; a result refers to its post by the number in the table of posts. */
function resultsTable(results: PlatformPayload['results']): Block {
  return {
    kind: 'table',
    title: platformSections.results.label,
    columns: [
      { heading: '岗位序号', align: 'center' },
      { heading: '危害因素', least: 30 },
      { heading: '指标', align: 'center' },
      { heading: '结果', align: 'right' },
      { heading: '单位', align: 'center' },
      { heading: '限值', align: 'right' },
      { heading: '结论', align: 'center' },
    ],
    rows: results.map((platformResult) => [
      platformResult.pointIdx === null ? '' : String(platformResult.pointIdx + 1),
      platformResult.hazard,
      platformResult.type,
      platformResult.value,
      textOrEmpty(platformResult.unit),
      textOrEmpty(platformResult.limit),
      verdictLabel(platformResult.conclusion as Verdict),
    ]),
  };
}

/** Returns the sentence on how many posts exceed a limit, and by which hazards. */
function summaryLine(summary: PlatformPayload['summary']): Block {
  return {
    kind: 'lines',
    lines: [
      `检测岗位${summary.pointTotal}个，超标岗位${summary.overPoints}个${summary.overHazards.length > 0 ? `，超标因素：${summary.overHazards.join('、')}` : ''}。`,
    ],
    bold: true,
  };
}

/** Builds 报送卡: the submitted content of a report (DOMAIN §7.8). */
export function submissionDocument({ payload, words, submittedOn, submittedBy }: SubmissionPaper): PrintDocument {
  const { org, project, employer, points, results, summary } = payload;
  const factsOf = (
    section: 'org' | 'project' | 'employer',
    values: Readonly<Record<string, unknown>>,
    wideNames: readonly string[],
  ): Fact[] =>
    platformSections[section].fields
      .filter(({ name }) => name !== 'members')
      .map(({ name, label }) => {
        const wordText = (words as Readonly<Record<string, string | null | undefined>>)[name];
        const value = values[name];
        return {
          label,
          value: wordText ?? (Array.isArray(value) ? value.join('、') : textOrEmpty(value)),
          ...(wideNames.includes(name) ? { wide: true } : {}),
        };
      });
  return {
    title: submissionTitle,
    ...currentFace,
    agency: org.name ?? '',
    corner: '',
    blocks: [
      {
        kind: 'facts',
        label: platformSections.org.label,
        pairs: 2,
        facts: factsOf('org', org as unknown as Record<string, unknown>, ['name', 'qualNo']),
      },
      {
        kind: 'facts',
        label: platformSections.project.label,
        pairs: 2,
        facts: factsOf('project', project as unknown as Record<string, unknown>, ['sampleDates', 'accompanier']),
      },
      {
        kind: 'table',
        title: '项目组',
        columns: [{ heading: '姓名', least: 30 }, { heading: '技术人员证书编号', least: 60 }, { heading: '职责' }],
        rows: project.members.map(({ name, certNo, role }) => [name, certNo ?? '', role]),
      },
      {
        kind: 'facts',
        label: platformSections.employer.label,
        pairs: 2,
        facts: factsOf('employer', employer as unknown as Record<string, unknown>, ['name', 'regAddr', 'workAddr']),
      },
      { kind: 'heading', text: platformSections.points.label },
      pointsTable(points),
      { kind: 'heading', text: platformSections.results.label },
      resultsTable(results),
      summaryLine(summary),
    ],
    signers: [{ label: '报送人', name: submittedBy ?? '', on: submittedOn ?? '' }],
    foot: `${textOrEmpty(project.reportNo)}${submittedOn === null ? '（未报送）' : ''}`,
  };
}
