import type { NavigateFunction } from 'react-router-dom';
import { client, serverSupports } from '@/api/client';
import { crud } from '@/api/crudClient';
import { succeeded } from '@/api/succeeded';
import { nextPagesIn } from '@/features/projects/nextPages/useNextPages';
import { projectAddress } from '@/features/projects/projectQuery';
import { feedback } from '@/lib/feedback';
import { useSession } from '@/session/sessionStore';
import type { AnyRow, Entity } from '@contract/entity';
import { sample } from '@contract/features/fieldwork/entities/sample';
import { isSheetNumber } from '@contract/features/fieldwork/handOver/handOverSheet';
import { handOverTexts } from '@contract/features/fieldwork/handOver/handOverTexts';
import { type SearchResult, searchKinds } from '@contract/features/home/searchKinds';
import { project } from '@contract/features/projects/entities/project';
import { mayAny, permissionOf } from '@contract/permissions';
import { openFound } from '../palette/openFound';

const projects: Entity = project;
const flowPath = '/siteSample/sampleFlow/details/page';

/** Entities with labels of their own: lots and instruments. */
const shelvedKinds: ReadonlySet<string> = new Set(['standard', 'reagent', 'consumable', 'equipment']);

/** Returns the lot or instrument with exactly this number, or undefined. */
async function onTheShelf(code: string): Promise<SearchResult | undefined> {
  const { data } = await client.get<SearchResult[]>('api/search', { params: { keyword: code } });
  return data.find(({ entity, title }) => shelvedKinds.has(entity) && title === code);
}

async function openCode(code: string, navigate: NavigateFunction): Promise<void> {
  if (!serverSupports('search')) return feedback.notify('warning', handOverTexts.unknownNo(code.slice(0, 60)));
  const sheet = isSheetNumber(code);
  const lot = sheet ? undefined : await onTheShelf(code);
  const kind = lot && searchKinds.find(({ entity }) => entity === lot.entity);
  if (lot && kind) return openFound(kind, lot, navigate);
  // A stock keeper may not list samples, and gets a message instead of the page about missing permissions.
  if (!sheet && !mayAny(useSession.getState().permissions, [permissionOf(sample, 'list')]))
    return feedback.notify('warning', handOverTexts.unknownNo(code.slice(0, 60)));
  const { data } = await client.get<AnyRow>(`api/${sheet ? 'handOver' : 'sample'}/byNo/${encodeURIComponent(code)}`);
  const row = await crud(projects).get(Number(data.project));
  const path = sheet ? flowPath : nextPagesIn(useSession.getState().routeTable, row)[0]?.path;
  if (path) await navigate(`${projectAddress(path, row)}&${sheet ? 'sheet' : 'sample'}=${data.id}`);
  else feedback.notify('info', `${code}：项目${String(row.code)}没有可以打开的页面`);
}

/**
 * Opens the row that a scanned label names: a lot or instrument in its list, a sample or circulation sheet in its
 * project. Shows a message if nothing is found.
 */
export async function openScanned(code: string, navigate: NavigateFunction): Promise<void> {
  await succeeded(openCode(code, navigate));
}
