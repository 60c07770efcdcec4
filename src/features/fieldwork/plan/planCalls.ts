import { acceptAnswer } from '@/api/acceptAnswer';
import { client } from '@/api/client';
import { samplePlan } from '@contract/features/fieldwork/entities/samplePlan';
import type { GeneratePlan, NamedTotals, PlanCheck, PlanOf } from '@contract/features/fieldwork/plan/planWire';
import type { CopyResult } from '@contract/features/fieldwork/survey/surveyWire';
import type { Answer } from '@contract/wire';

const { path } = samplePlan;

const getPlanPart = async <T>(part: string, project: number, signal?: AbortSignal): Promise<T> =>
  (await client.get<T>(`${path}/${part}/${project}`, { signal, quiet: true })).data;

export const planOf = (project: number, signal?: AbortSignal) => getPlanPart<PlanOf>('of', project, signal);
export const totalsOf = (project: number, signal?: AbortSignal) => getPlanPart<NamedTotals>('totals', project, signal);
export const checkOf = (project: number, signal?: AbortSignal) => getPlanPart<PlanCheck>('check', project, signal);

/** Generates a plan. Returns the server's message and the numbers of rows. */
export async function generatePlan(body: GeneratePlan): Promise<{ message: string; brought: CopyResult }> {
  const { data } = await client.post<Answer<CopyResult>>(`${path}/generate`, body, { once: true });
  const copyResult = acceptAnswer<CopyResult>(data) ?? { added: 0, removed: 0, problems: [] };
  return { message: data.message, brought: copyResult };
}
