import { productTitle } from '@contract/constants';
import { defineEntity } from '@contract/entity';
import { file, text } from '@contract/field';

/**
 * 平台标识: name and logo of the whole installation (SPEC §3, settings); an organization's own name and logo take
 * precedence. There is at most one row.
 */
export const brand = defineEntity({
  name: 'brand',
  path: 'api/brand',
  label: '平台标识',
  titleField: 'title',
  scope: 'platform',
  fields: {
    title: text('系统名称', { max: 30, hint: `不填则为“${productTitle}”` }),
    shortTitle: text('系统简称', { max: 8, hint: '侧栏放不下全名时显示' }),
    logo: file('标志', { accept: 'image', hint: '宽的标志显示在名称的位置，方的显示在名称之前' }),
    favicon: file('网站图标', { accept: 'image' }),
    theme: text('主题色', { rule: 'colour', max: 7, hint: '例如#007873；个人在“设置”中选择的颜色优先' }),
    footerTxt: text('页脚文字'),
    caseNumber: text('备案号', { max: 50 }),
  },
});
