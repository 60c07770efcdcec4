import { describe, expect, it } from 'vitest';
import * as constants from '@contract/constants';
import { failures, messages } from '@contract/messages';

// SPEC §5, §6, §8, typed again from the specification, so that a changed letter on either side is detected.
const quoted: Readonly<Record<string, keyof typeof messages>> = {
  提交成功: 'submitted',
  新增成功: 'added',
  编辑成功: 'edited',
  删除成功: 'deleted',
  导入成功: 'imported',
  上传成功: 'uploaded',
  重置成功: 'resetDone',
  复制成功: 'copied',
  粘贴成功: 'pasted',
  移除成功: 'removed',
  关联成功: 'related',
  下载成功: 'downloaded',
  该项目已结束调查: 'surveyEnded',
  '确定删除本条数据吗？': 'confirmDelete',
  '确定重置本条数据吗？': 'confirmReset',
  '确定关联本条数据吗?': 'confirmRelate',
  '确定取消关联本条数据吗?': 'confirmCancelRelate',
  '确定注销并退出系统吗？': 'confirmLogout',
  网络请求超时: 'timeout',
  接口请求失败: 'requestFailed',
  '系统到期,请续费': 'expired',
  暂无APP软件: 'noApp',
  暂未提供帮助文档: 'noHelp',
  布局设置成功: 'sizeChanged',
  '已有项目的受检单位不可删除！': 'unitHasProjects',
  '上传格式不正确，请上传xls或者xlsx格式': 'wrongWorkbook',
  'you browser can not work': 'fullScreenUnsupported',
};

describe('quoted texts', () => {
  it.each(Object.entries(quoted))('the message quoted from the specification is unchanged: "%s"', (text, key) => {
    expect(messages[key]).toBe(text);
  });

  it('every message quoted from the specification, except sessionExpired, is compared with its text in the code', () => {
    const compared = new Set<string>(Object.values(quoted));
    expect(Object.keys(messages).filter((key) => !compared.has(key))).toEqual(['sessionExpired']);
  });
});

describe('own texts', () => {
  it('the product’s own failure messages are Chinese and all different', () => {
    const texts = Object.values(failures).map((text) => (typeof text === 'string' ? text : text(2 as never)));
    expect(new Set(texts).size).toBe(texts.length);
    for (const text of texts) expect(text).toMatch(/[\u4e00-\u9fff]{2}/);
  });

  it('the login failure message does not reveal whether the user name or the password is wrong', () => {
    expect(failures.wrongLogin).toBe('用户名或密码错误');
  });

  it('the confirmation of a bulk deletion states the number of rows', () => {
    expect(failures.confirmDeleteMany(3)).toBe('确定删除选中的3条数据吗？');
  });
});

describe('constants of the specification', () => {
  it.each<[keyof typeof constants, unknown]>([
    ['themeColour', '#007873'],
    ['alternativeThemeColour', '#409EFF'],
    ['menuBackground', '#283b81'],
    ['sidebarWidth', 205],
    ['mobileBreakpoint', 992],
    ['noticeTableHeight', 500],
    ['noticeDialogWidth', 800],
    ['agreementDialogWidth', 850],
    ['listTableHeight', 550],
    ['loadingDelay', 50],
    ['defaultPageSize', 30],
    ['pageSizes', [10, 20, 30, 40, 50, 100, 200, 300, 400, 500, 1000, 2000, 3000, 4000, 5000]],
    ['defaultSort', 'id,desc'],
    ['requestTimeout', 3_000_000],
    ['tokenCookieDays', 1],
    ['themeCookieDays', 365],
    ['notificationDuration', 2500],
    ['errorDuration', 5000],
    ['accountExpiryWarningDuration', 2500],
    ['reconnectDelay', 20_000],
    ['maxConnectionErrors', 5],
    ['layoutSizes', ['default', 'medium', 'small', 'mini']],
    ['defaultLayoutSize', 'small'],
    ['dictPage', { page: 0, size: 9999 }],
    ['dateTimeFormat', 'YYYY-MM-DD HH:mm:ss'],
    ['menuType', { directory: 0, menu: 1, button: 2 }],
  ])('the constant %s has the value of the specification', (name, value) => {
    expect(constants[name]).toEqual(value);
  });
});
