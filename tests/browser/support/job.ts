import type { Page } from 'playwright-core';
import { rowOf } from './console';
import type { People } from './people';

export const unit = '嘉善木语家具有限公司';
/** Place of the photograph. */
export const place = '涂装车间喷漆房';

/** What a client orders. */
export interface Order {
  readonly unit: string;
  readonly creditCode: string;
  /** Label of the project's type. */
  readonly type: string;
  /** Days from today. */
  readonly contractOn: number;
  /** 检测范围 of the contract, by which the review judges 分包. */
  readonly scope: string;
}

const woodHome: Order = {
  unit,
  creditCode: '91330421MA28AL7P6X',
  type: '定期检测',
  contractOn: -3,
  scope: '甲苯、砂轮磨尘',
};

export interface Job {
  readonly url: string;
  readonly people: People;
  /** Date of the visit: yesterday, so that no time is in the future. */
  readonly day: string;
  /** By default the order of the whole job. */
  readonly order?: Order;
  /** Known from the survey on. */
  project: number;
  /** The project's number. */
  code: string;
}

export const orderOf = ({ order = woodHome }: Pick<Job, 'order'>): Order => order;

/** Opens the project's row of a list, as people do. */
export async function openFrom(job: Job, userName: string, list: string, label: string): Promise<Page> {
  const page = await job.people.at(userName, list);
  await rowOf(page, label, orderOf(job).unit).getByRole('button').first().click();
  return page;
}

export const openProject = (job: Job, userName: string): Promise<Page> => openFrom(job, userName, '/project', '项目');
