import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '@server/base/root';
import { rulesOf, stylesByFolder } from '../../scripts/antdStyles';

// Decision 19: the console uses only these styles.

const antd = join(root, 'node_modules/antd');
const sheet = readFileSync(join(antd, 'dist/antd.css'), 'utf8');
const folders = readdirSync(join(antd, 'es'));
const styles = stylesByFolder(sheet, folders);

describe('antd’s stylesheet', () => {
  it('antd’s style sheet is split into rules without losing a character', () => {
    const bare = (text: string) => text.replaceAll(/\s/g, '');
    expect(bare(rulesOf(sheet).join(''))).toBe(bare(sheet));
    expect([...styles.values()].flatMap(rulesOf).length).toBe(rulesOf(sheet).length);
  });

  it('antd’s style sheet is split by component: each part has all rules of its component, also inside media queries', () => {
    expect(styles.get('button')).toContain('.ant-btn-primary');
    expect(styles.get('input')).not.toContain('.ant-input-number{');
    expect(styles.get('input-number')).toContain('.ant-input-number');
    expect(styles.get('date-picker')).toContain('.ant-picker-panel');
    expect(styles.get('form')).toMatch(/@media[^{]*\{[^}]*\.ant-form/);
    expect(styles.get('base')).toContain('@keyframes');
  });

  it('antd’s split style sheet has a part for every antd component that the console uses', () => {
    const used = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => [
        ...readFileSync(join(root, 'src', file), 'utf8').matchAll(/^import \{([^}]*)\} from 'antd';/gm),
      ])
      .flatMap(([, names = '']) => names.split(',').map((one) => one.trim()))
      .filter((one) => /^[A-Z]/.test(one))
      .map((one) =>
        one
          .replace('QRCode', 'QrCode')
          .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-')
          .toLowerCase(),
      );
    // Components without styles of their own.
    const bare = new Set(['config-provider', 'watermark']);
    expect([...new Set(used)].filter((one) => !bare.has(one) && folders.includes(one) && !styles.has(one))).toEqual([]);
  });

  it('antd’s split style sheet assigns its parts only to component folders that have and import styles', () => {
    expect(
      [...styles.keys()].filter(
        (folder) => folder !== 'base' && !existsSync(join(antd, 'es', folder, 'style/index.js')),
      ),
    ).toEqual([]);
  });

  it('the split of antd’s style sheet fails on a class of an unknown component', () => {
    expect(() => stylesByFolder('.ant-marvel{color:red}', folders)).toThrow('.ant-marvel');
  });
});
