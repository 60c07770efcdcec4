import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { SketchBoard } from '@/features/fieldwork/plan/sketch/SketchBoard';
import { type Marks, nextUnmarked, type SketchSite, storedMarks } from '@contract/features/fieldwork/plan/sketchMarks';

const sites: readonly SketchSite[] = [
  { no: '01', name: '焊接 焊工' },
  { no: '02', name: '喷漆 调漆工' },
];
let drawn: Marks = new Map();

function Drawing() {
  const [marks, setMarks] = useState<Marks>(new Map());
  const [chosen, setChosen] = useState<string | null>('01');
  const change = (changed: Marks) => {
    drawn = changed;
    setMarks(changed);
    setChosen(nextUnmarked(sites, changed));
  };
  return (
    <SketchBoard
      background={null}
      sites={sites}
      marks={marks}
      chosen={chosen}
      onPlace={(no, place) => change(new Map(marks).set(no, place))}
      onRemove={(no) => change(new Map([...marks].filter(([other]) => other !== no)))}
      onChoose={setChosen}
    />
  );
}

it('a click on the drawing places the chosen point; arrow keys move its mark and Delete removes it', () => {
  render(<Drawing />);
  const board = screen.getByLabelText('采样点布置图');
  vi.spyOn(board, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 50, 800, 500));
  fireEvent.pointerDown(board, { button: 0, clientX: 300, clientY: 300 });
  fireEvent.pointerDown(board, { button: 0, clientX: 900, clientY: 50 });
  expect(storedMarks(drawn)).toEqual({ '01': '0.2500 0.5000', '02': '1.0000 0.0000' });
  // Every point has a mark, so a further click places none.
  fireEvent.pointerDown(board, { button: 0, clientX: 500, clientY: 300 });
  const mark = screen.getByRole('button', { name: '测点02：喷漆 调漆工' });
  fireEvent.keyDown(mark, { key: 'ArrowLeft' });
  fireEvent.keyDown(mark, { key: 'ArrowUp' });
  expect(storedMarks(drawn)).toEqual({ '01': '0.2500 0.5000', '02': '0.9950 0.0000' });
  fireEvent.keyDown(mark, { key: 'Delete' });
  expect([...drawn.keys()]).toEqual(['01']);
});
