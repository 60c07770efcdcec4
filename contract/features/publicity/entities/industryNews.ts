import { defineEntity } from '@contract/entity';
import { dateTime, dict, file, flag, integer, longText, richText, text } from '@contract/field';
import { publicityStatus, publicityTexts } from '../publicityWire';

/** 行业动态: an article for the public. */
export const industryNews = defineEntity({
  name: 'industryNews',
  path: 'api/industryNews',
  label: '行业动态',
  titleField: 'title',
  scope: 'organization',
  keyword: ['title', 'source', 'author'],
  locks: [{ field: 'status', when: [publicityStatus.published], message: publicityTexts.locked }],
  fields: {
    title: text('标题', { required: true, max: 100 }),
    category: dict('分类', { required: true, dict: 'newsCategory' }),
    source: text('来源', { max: 100 }),
    sourceUrl: text('原文链接', { max: 500, hint: '以http://或https://开头' }),
    author: text('作者', { max: 50 }),
    cover: file('封面图片', { accept: 'image' }),
    summary: longText('摘要', { max: 300, hint: '显示在列表中，不填时取正文开头' }),
    content: richText('正文', { required: true }),
    topped: flag('置顶'),
    contactsPublic: flag('公开电话', { hint: '未打开时，文中的电话号码隐去部分数位；身份证件号码一律隐去' }),
    status: dict('发布状态', { dict: 'newsPublicity', readonly: true, initial: '0' }),
    publishTime: dateTime('发布时间', { readonly: true }),
    withdrawTime: dateTime('撤回时间', { readonly: true }),
    withdrawReason: text('撤回原因', { readonly: true, max: 500 }),
    viewCount: integer('浏览次数', { readonly: true, initial: 0, unit: '次' }),
  },
});
