import { eq, inArray, sql } from 'drizzle-orm';
import type { FormContent } from '@contract/features/conformity/forms/serviceForm';
import {
  airConversion,
  type ConversionKind,
  physicalConversion,
} from '@contract/features/reports/judgement/conversionRecord';
import { judgeResults } from '@contract/features/reports/judgement/judgeResults';
import type { Orm } from '@server/db/orm';
import { projectTable, recordContentTable } from '@server/db/schema';
import { resultFactsOf } from './results/resultFacts';

// Content of the conversion records G.1 and G.2 (GBZ 331-2024), from the results of a project as they are now.

/** Returns the content of the conversion record of a kind for a project. */
export async function conversionOf(orm: Orm, projectId: number, kind: ConversionKind): Promise<FormContent> {
  const [project] = await orm.select().from(projectTable).where(eq(projectTable.id, projectId));
  if (!project) return { tables: {} };
  const posts = judgeResults(await resultFactsOf(orm, project, { onlyApproved: false }));
  if (kind === 'airConversion') return airConversion(posts);
  const tests = posts.filter(({ category }) => category === 'physical').flatMap((post) => post.tests);
  const workingBySample = await workingsOf(orm, [...new Set(tests.map(({ sheet }) => sheet))]);
  return physicalConversion(posts, ({ sheet, sample }) => workingBySample.get(`${sheet} ${sample}`) ?? null);
}

/** A row of a submitted record as it was frozen. */
interface FrozenRow {
  readonly sample: number;
  readonly working?: string | null;
}

/** Returns the equations of submitted records that convert their readings, by record and sample. */
async function workingsOf(orm: Orm, sheets: readonly number[]): Promise<ReadonlyMap<string, string>> {
  if (!sheets.length) return new Map();
  const contents = await orm
    .select({
      sheet: recordContentTable.sheetId,
      rows: sql<readonly FrozenRow[] | null>`${recordContentTable.content} #> '{work,rows}'`,
    })
    .from(recordContentTable)
    .where(inArray(recordContentTable.sheetId, [...sheets]));
  return new Map(
    contents.flatMap(({ sheet, rows }) =>
      (rows ?? []).flatMap(({ sample, working }) => {
        const equation = working ? (JSON.parse(working) as { readonly substituted?: string }).substituted : undefined;
        return equation ? [[`${sheet} ${sample}`, equation] as const] : [];
      }),
    ),
  );
}
