import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { VoidPanel } from '@/features/fieldwork/samples/VoidPanel';
import { UnmatchedPeaks } from '@/features/laboratory/attachments/UnmatchedPeaks';
import { workKey } from '@/features/laboratory/useRecordPage';
import { SceneCard } from '@/features/publicity/reportNotices/SceneCard';
import type { Scene } from '@/features/publicity/reportNotices/SceneList';
import { SignaturePad } from '@/fields/signature/SignaturePad';
import { PageStateContext } from '@/session/tabs/pageState';
import type { SampleRow } from '@contract/features/fieldwork/samples/siteData';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import { button, click, type } from '../support/renderList';

const unsaved = new Set<string>();
beforeEach(() => unsaved.clear());
const page = {
  active: true,
  setName: () => undefined,
  setDirty: (source: string, is: boolean) => void (is ? unsaved.add(source) : unsaved.delete(source)),
};

function show(part: ReactNode, known: readonly (readonly [readonly unknown[], unknown])[] = []) {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  for (const [key, data] of known) queries.setQueryData(key, data);
  return render(
    <QueryClientProvider client={queries}>
      <PageStateContext value={page}>{part}</PageStateContext>
    </QueryClientProvider>,
  );
}

/** Canvas context that draws nothing, which jsdom lacks. */
const nothingDrawn = new Proxy({}, { get: () => () => undefined, set: () => true });

it('a signature pad counts as unsaved work while it has a drawing, and not after clearing', () => {
  const drawing = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(nothingDrawn as never);
  show(<SignaturePad onDone={() => Promise.resolve()} />);
  expect(unsaved.size).toBe(0);
  const canvas = screen.getByRole('img', { name: '手写签名' });
  fireEvent.pointerDown(canvas, { pointerId: 1, buttons: 1, clientX: 10, clientY: 10 });
  fireEvent.pointerMove(canvas, { pointerId: 1, buttons: 1, clientX: 60, clientY: 30 });
  fireEvent.pointerUp(canvas, { pointerId: 1, buttons: 0, clientX: 60, clientY: 30 });
  expect(unsaved.size).toBe(1);
  click(button('清空'));
  expect(unsaved.size).toBe(0);
  drawing.mockRestore();
});

it('a typed reason for voiding a sample counts as unsaved input; a reason proposed from the readings does not', () => {
  show(
    <VoidPanel
      row={{ id: 4, sampleNo: 'B-004' } as SampleRow}
      givenReason="流量偏差超过5%"
      onVoid={() => Promise.resolve()}
      onCancel={() => undefined}
    />,
  );
  expect(unsaved.size).toBe(0);
  type(screen.getByLabelText(/作废原因/), '采样泵中途停机');
  expect(unsaved.size).toBe(1);
});

it('the caption of a photograph counts as unsaved until leaving its field has saved it', () => {
  const scene = {
    id: 7,
    version: 0,
    formula: 1,
    picture: 'a',
    caption: '喷漆岗位',
    activity: 'sampling',
    takenOn: '2026-05-11',
    consented: false,
    sort: 1,
  } as unknown as Scene;
  show(<SceneCard scene={scene} locked={false} onChanged={() => Promise.resolve()} onRemove={() => undefined} />);
  expect(unsaved.size).toBe(0);
  type(screen.getByLabelText('说明：喷漆岗位'), '喷漆岗位个体采样');
  expect(unsaved.size).toBe(1);
  // Surrounding spaces are no change, which would stay unsaved forever.
  type(screen.getByLabelText('说明：喷漆岗位'), '喷漆岗位 ');
  fireEvent.blur(screen.getByLabelText('说明：喷漆岗位'));
  expect(unsaved.size).toBe(0);
});

it('a typed reason for discarding an instrument line counts as unsaved input', async () => {
  const work = { sheet: { id: 5 }, rows: [] } as unknown as LabWork;
  const peak = {
    id: 3,
    sheet: 5,
    line: 12,
    sampleName: 'BZ-12',
    peakName: '苯',
    values: { area: '1024' },
    reason: '没有这个样品',
    state: 'parked',
  };
  show(<UnmatchedPeaks work={work} may onSettled={() => undefined} />, [[[...workKey(5), 'parked'], [peak]]]);
  click(button('处理'));
  type(await screen.findByLabelText('原因'), '仪器试针');
  expect(unsaved.size).toBe(1);
});
