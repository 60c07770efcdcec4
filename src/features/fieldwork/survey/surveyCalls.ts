import { acceptAnswer } from '@/api/acceptAnswer';
import { client } from '@/api/client';
import { siteSurvey } from '@contract/features/fieldwork/entities/siteSurvey';
import type { CopyResult } from '@contract/features/fieldwork/survey/surveyWire';
import type { CopySurvey } from '@contract/features/fieldwork/survey/surveyWire';
import type { EarlierSurvey } from '@contract/features/fieldwork/survey/surveyWire';
import type { SurveyOf } from '@contract/features/fieldwork/survey/surveyWire';
import type { Answer } from '@contract/wire';

const { path } = siteSurvey;

export const surveyOf = async (projectId: number, signal?: AbortSignal): Promise<SurveyOf> =>
  (await client.get<SurveyOf>(`${path}/of/${projectId}`, { signal, quiet: true })).data;

export const earlierSurveys = async (projectId: number, signal?: AbortSignal): Promise<EarlierSurvey[]> =>
  (await client.get<EarlierSurvey[]>(`${path}/earlier/${projectId}`, { signal, quiet: true })).data;

/** Copies a survey. Returns the server's message and the numbers of rows. */
export async function copySurvey(body: CopySurvey): Promise<{ message: string; brought: CopyResult }> {
  const { data } = await client.post<Answer<CopyResult>>(`${path}/copy`, body, { once: true });
  const copyResult = acceptAnswer<CopyResult>(data) ?? { added: 0, removed: 0, problems: [] };
  return { message: data.message, brought: copyResult };
}
