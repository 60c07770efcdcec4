import { describe, expect, it } from 'vitest';
import { sourceOfText } from '@contract/features/laboratory/instruments/instrumentSource';
import { instrumentTexts } from '@contract/features/laboratory/instruments/instrumentTexts';
import { readInstrument } from '@contract/features/laboratory/instruments/readInstrument';

const readText = (text: string): string[] =>
  readInstrument(sourceOfText('a.csv', text)).lines.map(
    ({ sample, component, quantity, value, reason }) => `${sample}|${component}|${quantity}|${value ?? reason}`,
  );

const first = ['P-1|苯|concentration|100', 'P-2|苯|concentration|200'];
const head = '样品名,组分,浓度(mg/L)\nP-1,苯,100\nP-2,苯,200\n';

describe('rows of an instrument file that do not belong to the table above them', () => {
  it.each([
    ['tailing factors of the same samples', '样品名,组分,浓度偏差(mg/L)\nP-1,苯,1.2\n'],
    ['the same after an empty row', '\n样品名,组分,拖尾因子\nP-1,苯,1.2\n'],
    ['recoveries of controls', '\n质控,组分,回收率(%)\nP-1,苯,98.1\n'],
    ['levels of a curve', '\n校准曲线\n级别,序号,浓度\n1,1,5.0\n'],
    ['readings by time', '日期,通道,Lmax\n2026-04-17,苯,89.4\n'],
  ])('an instrument file with a second table, %s, gives the values of the first table alone', (_name, more) => {
    expect(readText(head + more)).toEqual(first);
  });

  it('a row of words without known headings in an instrument file takes the values from the rows below it', () => {
    const reason = instrumentTexts.otherHead('质控样 标准值 测得值');
    expect(readText(`${head}质控样,标准值,测得值\nP-1,苯,98.1\n`)).toEqual([
      ...first,
      `P-1|苯|concentration|${reason}`,
    ]);
  });

  it.each(['超量程', 'OVER', '未检出', '<0.1', '>500', '饱和', '-'])(
    'a row of an instrument file with %s as its value is data: the rows below it keep their values',
    (word) => {
      expect(readText(`${head}空白,苯,${word}\nP-3,苯,300\n`)).toContain('P-3|苯|concentration|300');
    },
  );

  it.each(['平均值', 'Mean value', '相对标准偏差(%)', 'STDEV', '%RSD', '样品数', '斜率', '相关系数r', '检出限'])(
    'the row %s of an instrument file is no sample',
    (name) => {
      expect(readText(`${head}${name},,47\n`)).toEqual(first);
    },
  );

  it('a row of blank-separated columns with a missing cell keeps its other values in their columns', () => {
    const text = [
      '样品名        组分       保留时间   峰面积     含量(mg/L)',
      'P-1           苯          3.212     104.1      10.3',
      'P-1           甲苯                   98.2       9.9',
      'P-2           苯          3.213                20.3',
      'P-3           甲苯        5.021      98.4',
      'P-4  甲苯  5.021  98.5',
    ].join('\n');
    expect(readText(text)).toEqual([
      'P-1|苯|area|104.1',
      'P-1|苯|amount|10.3',
      'P-1|甲苯|area|98.2',
      'P-1|甲苯|amount|9.9',
      'P-2|苯|amount|20.3',
      'P-3|甲苯|area|98.4',
    ]);
  });

  it('an element at the beginning of a row of settings in an instrument file is the component of the rows below it', () => {
    const block = (element: string, value: string) =>
      `元素\t${element}\t波长\t228.8nm\n序号\t样品编号\t吸光度\n1\tP-1\t${value}\n\n`;
    expect(readText(block('Pb', '0.1') + block('Cd', '0.2'))).toEqual([
      'P-1|Pb|absorbance|0.1',
      'P-1|Cd|absorbance|0.2',
    ]);
  });

  it('readings counted below the name of a sample in an instrument file belong to it, and the mean is marked', () => {
    const text = '样品名称：P-1\n次数\t吸光度\n1\t0.11\n2\t0.13\n平均\t0.12\nRSD(%)\t0.3\n\n';
    const { lines } = readInstrument(sourceOfText('a.txt', text + text.replace('P-1', 'P-2').replace('0.13', '0.14')));
    expect(lines.map(({ sample, replicate, value }) => [sample, replicate, value])).toEqual([
      ['P-1', 1, '0.11'],
      ['P-1', 2, '0.13'],
      ['P-1', 'mean', '0.12'],
      ['P-2', 1, '0.11'],
      ['P-2', 2, '0.14'],
      ['P-2', 'mean', '0.12'],
    ]);
  });

  it('a column of an element with a word for a deviation or a count rate is no concentration', () => {
    const text =
      '样品编号,55 Mn [He] 浓度 [ppb],55 Mn [He] RSD,55 Mn [He] CPS,Pb (mg/L),Pb (%)\nP-1,0.5,1.2,980,0.02,3\n';
    expect(readText(text)).toEqual(['P-1|55 Mn [He]|concentration|0.5', 'P-1|Pb|concentration|0.02']);
  });

  it('a row of deviations under its sample in an instrument file, marked by its type, is no reading', () => {
    expect(readText('Label;Category;Mn (mg/L)\nP-1;UNKNOWN;0,41\nP-1;RSD;1,2\nP-1;SD;0,01\n')).toEqual([
      'P-1|Mn|concentration|0.41',
    ]);
  });

  it('the volume beside a result in an instrument file does not take the unit of the result', () => {
    const { lines } = readInstrument(sourceOfText('a.csv', '样品编号,消耗体积,结果,单位\nP-1,5.4,1.2,mg/L\n'));
    expect(lines.map(({ quantity, unit }) => [quantity, unit])).toEqual([
      ['volume', null],
      ['result', 'mg/L'],
    ]);
  });

  it('headings that repeat in an instrument file take their component from the row above, or the file is not read', () => {
    const rows = '样品名\t面积\t浓度\t面积\t浓度\nP-1\t100\t1.1\t200\t2.2\n';
    expect(readText(`\t苯\t\t甲苯\n${rows}`)).toEqual([
      'P-1|苯|area|100',
      'P-1|苯|concentration|1.1',
      'P-1|甲苯|area|200',
      'P-1|甲苯|concentration|2.2',
    ]);
    expect(readText(`\t苯\t甲苯\n${rows}`)).toEqual([]);
    expect(readText(rows)).toEqual([]);
  });

  it('the sample names below the values of a plate belong to these values, the names of the next plate do not', () => {
    const grid = (title: string, a: string) => `${title},1,2,3,4\nA,${a}\nB,${a}\n`;
    const after = grid('Abs', '0.1,0.2,0.3,0.4') + grid('Sample', 'P-1,P-2,P-3,P-4');
    expect(readText(after).slice(0, 2)).toEqual(['P-1|null|absorbance|0.1', 'P-2|null|absorbance|0.2']);
    const next = grid('Abs', '0.1,0.2,0.3,0.4') + grid('Sample', 'P-1,P-2,P-3,P-4') + grid('Abs', '0.5,0.6,0.7,0.8');
    expect(readText(next).filter((line) => line.startsWith('P-'))).toHaveLength(8);
    expect(readText(next).find((line) => line.startsWith('P-1'))).toBe('P-1|null|absorbance|0.5');
  });

  it('the column 样品标识 of an instrument file names the sample where no other column but a row number does', () => {
    const rows = '1,P-1,0.1\n2,P-2,0.2\n';
    const named = ['P-1|null|absorbance|0.1', 'P-2|null|absorbance|0.2'];
    expect(readText(`序号,样品标识,吸光度\n${rows}`)).toEqual(named);
    expect(readText(`编号,样品标识,吸光度\n${rows}`)).toEqual(named);
    expect(readText('样品名称,样品标识,吸光度\nP-1,标准,0.1\nP-2,样品,0.2\n')).toEqual(named);
  });
});

describe('two concentrations in one row of an instrument file', () => {
  it.each([
    ['浓度(mg/L),最终浓度(mg/L)', '10,50'],
    ['最终浓度(mg/L),浓度(mg/L)', '50,10'],
    ['Conc. (mg/L),Final Conc. (mg/L)', '10,50'],
  ])('the concentration that the instrument has multiplied by the dilution is read from %s', (heads, values) => {
    expect(readText(`样品名,组分,${heads}\nP-1,苯,${values}\n`)).toEqual(['P-1|苯|concentration|50']);
  });
});
