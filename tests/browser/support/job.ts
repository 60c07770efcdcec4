import type { Page } from 'playwright-core';
import { rowOf } from './console';
import type { People } from './people';

export const unit = '嘉善木语家具有限公司';
/** Place of the photograph. */
export const place = '涂装车间喷漆房';

export interface Job {
  readonly url: string;
  readonly people: People;
  /** Date of the visit: yesterday, so that no time is in the future. */
  readonly day: string;
  /** Known from the survey on. */
  project: number;
  /** The project's number. */
  code: string;
}

/** Opens the project's row of a list, as people do. */
export async function openFrom({ people }: Job, userName: string, list: string, label: string): Promise<Page> {
  const page = await people.at(userName, list);
  await rowOf(page, label, unit).getByRole('button').first().click();
  return page;
}

export const openProject = (job: Job, userName: string): Promise<Page> => openFrom(job, userName, '/project', '项目');
