import { screen, within } from '@testing-library/react';
import { pinyin } from 'pinyin-pro';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useSettings } from '@/session/settingsStore';
import { closePalette } from '@/shell/palette/paletteStore';
import { scoreOf } from '@/shell/palette/match';
import { forgetEverything, renderShell } from './renderShell';

beforeEach(forgetEverything);
afterEach(() => closePalette());

const spelt = (text: string) => pinyin(text, { toneType: 'none', type: 'array', v: true });
const matches = (typed: string, text: string) => scoreOf(typed, text, spelt(text)) > 0;

describe('what is typed', () => {
  it.each(['用户', '户管', 'yonghuguanli', 'yhgl', 'YHGL', 'yonghgl', 'guanli', 'gl', 'yongh', ' yh gl '])('%s finds 用户管理', (typed) => {
    expect(matches(typed, '用户管理')).toBe(true);
  });
  it.each(['yhl', 'hygl', '角色', 'yonghuguanlix', 'onghu'])('%s does not', (typed) => {
    expect(matches(typed, '用户管理')).toBe(false);
  });
  it('counts more at the beginning, and Chinese more than pinyin', () => {
    const score = (typed: string, text: string) => scoreOf(typed, text, spelt(text));
    expect(score('采样', '采样方案')).toBeGreaterThan(score('采样', '现场采样'));
    expect(score('cy', '采样方案')).toBeGreaterThan(score('cy', '现场采样'));
    expect(score('采样', '现场采样')).toBeGreaterThan(score('cy', '采样方案'));
  });
  it('finds Chinese before the dictionary of sounds is there', () => {
    expect(scoreOf('用户', '用户管理', undefined)).toBeGreaterThan(0);
    expect(scoreOf('yh', '用户管理', undefined)).toBe(0);
  });
});

describe('the palette', () => {
  const box = () => screen.findByRole('combobox', { name: /搜索菜单/ });
  const options = () => within(screen.getByRole('listbox')).getAllByRole('option').map((option) => option.firstChild?.textContent);

  it('opens with Ctrl+K, finds by initials, and goes there with Enter', async () => {
    const shell = renderShell('/dashboard');
    await shell.user.keyboard('{Control>}k{/Control}');
    await shell.user.type(await box(), 'cyfa');
    await screen.findByRole('option', { name: /采样方案/ });
    await shell.user.keyboard('{Enter}');
    expect(shell.address()).toBe('/siteSample/samplePlan');
    expect(screen.queryByRole('combobox', { name: /搜索菜单/ })).toBeNull();
  });

  it('offers what was open last, without the page that is shown, and the same person finds it after a reload', async () => {
    const shell = renderShell('/customer/index');
    await shell.go('/inspectUnit/index');
    await shell.go('/dashboard');
    await shell.user.keyboard('{Control>}k{/Control}');
    await box();
    expect(options().slice(0, 2)).toEqual(['受检单位', '客户管理']);
    shell.unmount();
    closePalette();

    const again = renderShell('/dashboard');
    await again.user.keyboard('{Control>}k{/Control}');
    await box();
    expect(options().slice(0, 2)).toEqual(['受检单位', '客户管理']);
    again.unmount();
    closePalette();

    const other = renderShell('/dashboard', { id: 6 });
    await other.user.keyboard('{Control>}k{/Control}');
    await box();
    expect(options()).not.toContain('受检单位');
  });

  it('walks with the arrows, round at the end, and says where it is', async () => {
    const shell = renderShell('/dashboard');
    await shell.user.keyboard('{Control>}k{/Control}');
    const input = await box();
    await shell.user.click(input);
    const marked = () => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.firstChild?.textContent;
    const all = options();
    expect(marked()).toBe(all[0]);
    await shell.user.keyboard('{ArrowDown}');
    expect(marked()).toBe(all[1]);
    await shell.user.keyboard('{ArrowUp}{ArrowUp}');
    expect(marked()).toBe(all.at(-1));
  });

  it('changes the theme', async () => {
    const shell = renderShell('/dashboard');
    await shell.user.click(screen.getByRole('button', { name: '搜索菜单和操作' }));
    await shell.user.type(await box(), '深色');
    await shell.user.keyboard('{Enter}');
    expect(useSettings.getState().appearance).toBe('dark');
  });

  it('says what to do where nothing answers', async () => {
    const shell = renderShell('/dashboard');
    await shell.user.keyboard('{Control>}k{/Control}');
    await shell.user.type(await box(), '不存在的东西');
    expect(screen.getByText(/没有符合/)).toBeVisible();
  });

  it('gives way to the list of keys with ?, but not while one is typing', async () => {
    const shell = renderShell('/customer/index');
    await shell.user.type(within(shell.shown()).getByLabelText('名称'), '?');
    expect(screen.queryByRole('dialog')).toBeNull();
    await shell.user.click(shell.shown());
    await shell.user.keyboard('?');
    expect(within(await screen.findByRole('dialog')).getByText('移动标签位置')).toBeInTheDocument();
  });
});
