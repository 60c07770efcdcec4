import type { Page } from 'playwright-core';
import { rowOf } from './console';
import type { People } from './people';

export const unit = '嘉善木语家具有限公司';
/** Where the photograph was taken. */
export const place = '涂装车间喷漆房';

export interface Job {
  readonly url: string;
  readonly people: People;
  /** Of the visit: the day before, so that no time of it lies ahead of the clock. */
  readonly day: string;
  /** Known from the survey on. */
  project: number;
  /** Its number. */
  code: string;
}

/** From one of the lists, by the project's row, as people come to their work. */
export async function openFrom({ people }: Job, userName: string, list: string, label: string): Promise<Page> {
  const page = await people.at(userName, list);
  await rowOf(page, label, unit).getByRole('button').first().click();
  return page;
}

export const openProject = (job: Job, userName: string): Promise<Page> => openFrom(job, userName, '/project', '项目');
