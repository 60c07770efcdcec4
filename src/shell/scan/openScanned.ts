import { isSheetNumber } from '@contract/handOver';
import type { AnyRow, Entity } from '@contract/entity';
import { project } from '@contract/entities/project/project';
import type { NavigateFunction } from 'react-router-dom';
import { client } from '@/api/client';
import { crud } from '@/api/crudClient';
import { went } from '@/api/went';
import { projectAddress } from '@/projects/projectQuery';
import { waysIn } from '@/projects/useWays';
import { useSession } from '@/session/sessionStore';
import { feedback } from '@/lib/feedback';

const projects: Entity = project;
const flow = '/siteSample/sampleFlow/details/page';

async function open(code: string, navigate: NavigateFunction): Promise<void> {
  const sheet = isSheetNumber(code);
  const { data } = await client.get<AnyRow>(`api/${sheet ? 'handOver' : 'sample'}/byNo/${encodeURIComponent(code)}`);
  const row = await crud(projects).get(Number(data.project));
  const path = sheet ? flow : waysIn(useSession.getState().routeTable, row)[0]?.path;
  if (path) await navigate(`${projectAddress(path, row)}&${sheet ? 'sheet' : 'sample'}=${data.id}`);
  else feedback.notify('info', `${code}：项目${String(row.code)}没有可以打开的页面`);
}

/** Opens the project that a scanned sample or circulation sheet belongs to; what is not found is told. */
export async function openScanned(code: string, navigate: NavigateFunction): Promise<void> {
  await went(open(code, navigate));
}
