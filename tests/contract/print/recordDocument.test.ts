import { describe, expect, it } from 'vitest';
import { formOfLayout } from '@contract/features/laboratory/methods/physical/physicalForms';
import { methodChecks } from '@contract/features/laboratory/methods/sheets/methodChecks';
import {
  incomingStatement,
  layoutOf,
  type MethodSheet,
  columnsOf,
  headingOf,
  recordHeader,
} from '@contract/features/laboratory/methods/sheets/methodSheet';
import { methodSheets } from '@contract/features/laboratory/methods/sheets/methodSheets';
import { blankDocument, recordDocument } from '@contract/features/laboratory/paper/labRecordDocument';
import { printedHeading } from '@contract/features/laboratory/paper/paperLabels';
import { labPreviewTexts } from '@contract/features/laboratory/paper/previewTexts';
import { layOut } from '@contract/print/pageLayout';
import { currentEdition, type Edition } from '@contract/print/paperEdition';
import { type Block, type PrintDocument, textOf } from '@contract/print/printDocument';
import { exampleFor, printedRecord, recordForms, workedExamples } from '../../support/printedRecords';

const factsIn = (document: PrintDocument) =>
  document.blocks.flatMap((block) => (block.kind === 'facts' ? block.facts : []));
const factIn = (document: PrintDocument, label: string): string =>
  textOf(factsIn(document).find((fact) => fact.label === label)?.value ?? 'absent');
const tableIn = (document: PrintDocument, title: string) =>
  document.blocks.find(
    (block): block is Extract<Block, { kind: 'table' }> => block.kind === 'table' && block.title === title,
  );
const linesIn = (document: PrintDocument): string[] =>
  document.blocks.flatMap((block) => (block.kind === 'lines' ? block.lines.map(textOf) : []));
const bare = (heading: string): string => heading.replace(/\(.*\)$/, '');

describe.each(recordForms)('record of $method, $layout, $variant', (form) => {
  const example = exampleFor(form.method, form.layout);
  const document = recordDocument(printedRecord(example, { variant: form.variant }));
  const sheet: MethodSheet = methodSheets[form.method];
  const layout = layoutOf(sheet, form.layout);
  const { rows } = printedRecord(example, { variant: form.variant }).work;
  const columns = columnsOf(sheet, layout, form.variant).filter(
    ({ key }) =>
      !layout.optional?.includes(key) &&
      (!layout.onlyFilled?.includes(key) || rows.some(({ readings, computed }) => readings[key] ?? computed[key])),
  );
  const onSite = formOfLayout(form.layout);
  /** Head fields that the form prints only where they have a value. */
  const unused = (label: string): boolean =>
    ['收样日期', '标准物质/批号', '标准曲线编号'].includes(label) &&
    ((onSite !== undefined && !onSite.inLaboratory) || (label === '标准曲线编号' && !sheet.curve));

  it('the printed laboratory record has its title, common header, instrument conditions and signers', () => {
    expect(document.title).toBe(layout.title);
    const labels = factsIn(document).map(({ label }) => label);
    const printed: Readonly<Record<string, string>> = {
      受检单位: form.variant === 'incoming' ? '委托单位' : '用人单位',
      项目编号: '检测任务编号',
    };
    for (const label of recordHeader) {
      if (unused(label)) expect(factIn(document, label)).not.toBe('');
      else expect(labels).toContain(printed[label] ?? label);
    }
    for (const label of sheet.conditions) expect(factIn(document, label)).toMatch(/条件\d/);
    expect(document.signers).toEqual([
      { label: '检测人', name: '林知远', on: '2026-11-19' },
      { label: '复核人', name: '周岚', on: '2026-11-20' },
      { label: '审核人', name: '陈默', on: '2026-11-21' },
    ]);
    expect(document.corner).toBe('受控编号：JL/LAB-031');
  });

  it('the printed laboratory record without a controlled number has no label for it; before edition 6 it stays', () => {
    const cornerIn = (edition: Edition) => blankDocument({ ...form, edition }, { agency: '', controlNos: {} }).corner;
    expect(cornerIn(currentEdition)).toBe('');
    expect(cornerIn(5)).toBe('受控编号：');
  });

  it('the printed laboratory record keeps the first edition’s title and labels if it was signed in that edition', () => {
    const record = printedRecord(example, { variant: form.variant });
    const { edition: _edition, ...parts } = record.parts;
    const old = recordDocument({ ...record, parts });
    expect(old.title).toBe(layout.formerTitle ?? layout.title);
    const labels = factsIn(old).map(({ label }) => label);
    expect(labels).toContain('项目编号');
    expect(labels).not.toContain('检测任务编号');
    expect(labels).not.toContain('用人单位');
  });

  it('the printed laboratory record shows every column of its layout, filled', () => {
    const table = tableIn(document, labPreviewTexts.samples);
    const headings = table?.columns.map(({ heading }) => heading) ?? [];
    if (form.variant === 'ordinary') expect(headings).toEqual(columns.map(headingOf));
    else expect(headings).toHaveLength(columns.length);
    expect(table?.rows).toHaveLength(3);
    expect(table?.rows.map((row) => textOf(row[1] ?? ''))).toEqual([
      '2026DQ0007-001',
      '2026DQ0007-002',
      '2026DQ0007-003',
    ]);
  });

  it('the printed laboratory record shows the formula, and for each result the line with which a reviewer recalculates it', () => {
    const lines = linesIn(document);
    // A client's sample may come without its air volume: the formula is then that of its content.
    const { formula } = layout;
    expect(
      [
        formula,
        formula.replace('/V0', ''),
        formula.replace(/\(V0×([^)]+)\)/, '$1'),
        labPreviewTexts.noFormula[form.method as 'outsourced'],
      ].filter(Boolean),
    ).toContain(lines[0]);
    if (form.variant === 'ordinary' && formula) expect(lines[0]).toBe(formula);
    const { work } = printedRecord(example, { variant: form.variant });
    for (const row of work.rows) {
      expect(row.problem).toBeNull();
      if (row.working)
        expect(
          lines.some(
            (line) =>
              line.startsWith(`${row.sampleNo}：`) && line.includes(`=${row.reportText}`) && /修约|检出限/.test(line),
          ),
        ).toBe(true);
      expect(
        tableIn(document, labPreviewTexts.samples)?.rows.some((cells) =>
          cells.some((cell) => textOf(cell).includes(row.reportText ?? 'absent')),
        ),
      ).toBe(true);
    }
  });

  it('the printed laboratory record shows one quality-control table per check, and its detection limit', () => {
    for (const kind of sheet.checks) {
      const table = tableIn(document, methodChecks[kind].title);
      expect(table?.columns.map(({ heading }) => heading)).toEqual(
        methodChecks[kind].columns.map(headingOf).map(printedHeading),
      );
    }
    const judged = document.blocks.flatMap((block) => (block.kind === 'table' ? block.rows.flat().map(textOf) : []));
    if (sheet.checks.includes('parallel')) expect(judged).toContain('合格');
    if (sheet.checks.includes('spike')) expect(judged).toContain('98.5');
    if (example.lod) expect(factIn(document, '检出限')).toBe(`${example.lod} ${example.curve?.unit}`);
  });

  it('the empty form of a laboratory record has all its columns', () => {
    const blank = blankDocument(
      { ...form, edition: currentEdition },
      { agency: '杭州示例职业卫生检测有限公司', controlNos: {} },
    );
    const table = tableIn(blank, labPreviewTexts.samples);
    // A client's sample may come without its air volume.
    const asCalled = (heading: string) =>
      form.variant === 'incoming' && heading === '空气中浓度' ? '计算结果' : heading;
    expect(table?.columns.map(({ heading }) => bare(heading))).toEqual(
      columnsOf(sheet, layout, form.variant).map(headingOf).map(bare).map(asCalled),
    );
    expect(table?.rows.flat().filter((cell) => textOf(cell) !== '')).toHaveLength(table?.rows.length ?? 0);
    expect(factsIn(blank).every(({ value }) => textOf(value) === '')).toBe(true);
    expect(blank.signers.every(({ name, on }) => name === '' && on === '')).toBe(true);
    expect(layOut(blank).pages.length).toBeLessThan(6);
  });

  it('only the printed record of incoming samples states that it applies to the samples as received', () => {
    expect(linesIn(document).includes(incomingStatement)).toBe(form.variant === 'incoming');
    if (form.variant === 'incoming') {
      expect([factIn(document, '委托单位'), factIn(document, '送样人'), factIn(document, '送样日期')]).toEqual([
        '杭州示例咨询有限公司',
        '何苗',
        '2026-11-17',
      ]);
      expect(tableIn(document, labPreviewTexts.samples)?.rows[0]?.map(textOf)).toContain('甲-1');
    }
  });
});

describe('example of DOMAIN', () => {
  it.each(workedExamples)('the worked example of $method, $layout, is printed as $reported', (example) => {
    const document = recordDocument(printedRecord(example, { rows: 1 }));
    const cells = tableIn(document, labPreviewTexts.samples)?.rows[0]?.map(textOf);
    expect(cells).toContain(example.reported);
  });

  it('the worked example of gas chromatography is printed with its raw numbers (DOMAIN section 8.2)', () => {
    const document = recordDocument(printedRecord(exampleFor('gasChromatography', 'solvent'), { rows: 1 }));
    const line = document.blocks
      .flatMap((block) => (block.kind === 'lines' ? block.lines : []))
      .find((one) => textOf(one).includes('C=(c1+c2)×v/(V0×D)=('));
    expect(textOf(line ?? '')).toContain('C=(c1+c2)×v/(V0×D)=(80.169+1.8647)×1.0/(1.5×0.962)=56.8 mg/m³');
    expect(typeof line === 'object' ? line.raw : '').toContain('c1=80.168');
  });

  it('the printed electrode record judges the slope, which the product calculates', () => {
    const table = tableIn(recordDocument(printedRecord(exampleFor('electrode', 'main'))), methodChecks.slope.title);
    expect(table?.rows.map((row) => row.map(textOf))).toEqual([['-57.62', '合格']]);
  });

  it('the printed gas chromatography record shows the curve with points, a, b, r and equation', () => {
    const document = recordDocument(printedRecord(exampleFor('gasChromatography', 'solvent')));
    expect([
      factIn(document, '截距a'),
      factIn(document, '斜率b'),
      factIn(document, '相关系数r'),
      factIn(document, '回归方程'),
    ]).toEqual(['−0.1980', '1.2324', '0.999995', 'y = 1.2324x − 0.1980']);
    expect(tableIn(document, labPreviewTexts.curve)?.rows.map((row) => textOf(row.at(-1) ?? ''))).toEqual([
      '1.8',
      '-0.7',
      '0.7',
      '-0.4',
      '0.1',
    ]);
    const parabola = recordDocument(printedRecord(exampleFor('inductivelyCoupledPlasma', 'main')));
    expect(factIn(parabola, '决定系数R²')).toMatch(/^0\.9999/);
    expect(factIn(recordDocument(printedRecord(exampleFor('electrode', 'main'))), '回归方程')).toBe(
      'E = 94.86 − 57.62·lg c',
    );
  });
});

describe('share of silica by a curve', () => {
  it('the printed record of free silica has the title and formula of its technique', () => {
    const document = recordDocument(
      printedRecord({
        ...exampleFor('freeSilica', 'main'),
        readings: { technique: 'infrared', sampleMass: '1.2', measuredMass: '0.3' },
      }),
    );
    expect(document.title).toBe('游离二氧化硅含量检测原始记录（红外分光光度法）');
    expect(linesIn(document)[0]).toBe('F=m/G×100');
  });
});

describe('unapproved record', () => {
  it('the printed record before approval says so at its foot and shows only signatures that were made', () => {
    const document = recordDocument(printedRecord(exampleFor('dust', 'main'), { state: 'awaitingApproval' }));
    expect(document.foot).toBe('记录编号：2026DQ0007-JL-003（待审核，未经审核）');
    expect(document.signers.at(-1)).toEqual({ label: '审核人', name: '', on: '' });
  });

  it('the printed record loses its signatures when the record is returned', () => {
    const record = printedRecord(exampleFor('dust', 'main'), { state: 'drafting' });
    const [first] = record.parts.steps;
    const back = first ? [{ ...first, id: 9, move: 'return', at: '2026-11-20 18:00:00' }] : [];
    expect(
      recordDocument({ ...record, parts: { ...record.parts, steps: [...record.parts.steps, ...back] } }).signers.map(
        ({ name, on }) => [name, on],
      ),
    ).toEqual([
      ['林知远', ''],
      ['', ''],
      ['', ''],
    ]);
  });
});

describe('manually corrected result', () => {
  it('a manually corrected result is printed with its reason and the calculated value', () => {
    const record = printedRecord(exampleFor('dust', 'main'), { rows: 1 });
    const rows = record.work.rows.map((row) => ({
      ...row,
      reportText: '3.4',
      overrideText: '3.4',
      overrideReason: '称量复核',
    }));
    const document = recordDocument({ ...record, work: { ...record.work, rows } });
    const cells = tableIn(document, labPreviewTexts.samples)?.rows[0]?.map(textOf) ?? [];
    expect(cells).toContain('3.4');
    expect(cells.at(-1)).toBe('人工修正：3.2改为3.4，原因：称量复核');
  });
});

describe('origin of a limit and a result', () => {
  const printed = (item: object, sheet: object, determination?: object | null) => {
    const { work, parts } = printedRecord(workedExamples[0] ?? exampleFor('gasChromatography', 'solvent'));
    const own = {
      ...work,
      sheet: { ...work.sheet, ...sheet },
      item: { ...work.item, ...item },
      ...(determination === undefined ? {} : { determination }),
    };
    return recordDocument({ work: own as typeof work, parts });
  };
  const limit = { lod: '0.9', loq: null, lodUnit: 'μg/mL' };
  const other = { sheet: 7, sheetNo: 'P-JL07', project: 1, testedOn: '2026-05-03', ...limit };

  it('the detection limit is printed with its origin: a determination, 方法库, or the typed source', () => {
    expect(factIn(printed({ lod: null }, limit, other), '检出限来源')).toBe('检出限测定 P-JL07（2026-05-03）');
    expect(factIn(printed(limit, limit, null), '检出限来源')).toBe('方法库');
    expect(factIn(printed({ lod: '0.5' }, { ...limit, lodSource: '验证报告YZ-03' }, null), '检出限来源')).toBe(
      '手工输入：验证报告YZ-03',
    );
  });

  it('the origin of the detection limit is not printed for records submitted before the product stored it', () => {
    expect(factIn(printed({ lod: null }, limit), '检出限来源')).toBe('absent');
  });

  it('the uncertainty of the method is printed with its source if the method has one', () => {
    expect(
      factIn(printed({ uncertainty: '12', coverage: '2', uncertaintySource: 'PD-01' }, {}), '相对扩展不确定度'),
    ).toBe('U=12%（k=2），来源：PD-01');
    expect(factIn(printed({}, {}), '相对扩展不确定度')).toBe('absent');
  });
});

it('the printed record of a hood has only the measured points and no empty number of a curve, from edition 4 on', () => {
  const record = printedRecord(exampleFor('genericTest', 'hood'), { variant: 'ordinary' });
  const headingsOf = (document: PrintDocument) =>
    tableIn(document, labPreviewTexts.samples)?.columns.map(({ heading }) => bare(heading)) ?? [];
  const withoutCurve = { ...record, work: { ...record.work, curve: null } };
  const points = (document: PrintDocument) => headingsOf(document).filter((heading) => /^测点\d/.test(heading));
  const current = recordDocument(withoutCurve);
  expect(points(current)).toEqual(['测点1', '测点2']);
  expect(factIn(current, '标准曲线编号')).toBe('absent');
  const former = recordDocument({ ...withoutCurve, parts: { ...record.parts, edition: 3 } });
  expect(points(former)).toHaveLength(12);
  expect(factIn(former, '标准曲线编号')).toBe('');
});
