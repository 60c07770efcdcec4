import { defineEntity } from '@contract/entity';
import { flag, integer, ref, text } from '@contract/field';

/** 菜单项 (SPEC §3). Types: 0 目录, 1 菜单, 2 按钮. The key `iFrame` means "opens in a new tab". */
export const menu = defineEntity({
  name: 'menu',
  path: 'api/menus',
  label: '菜单',
  titleField: 'title',
  scope: 'platform',
  keyword: ['title', 'component', 'permission'],
  fields: {
    pid: ref('上级类目', { to: 'menu' }),
    type: integer('菜单类型', { required: true, min: 0, max: 2, initial: 0 }),
    title: text('菜单标题', { required: true, max: 50 }),
    icon: text('菜单图标', { max: 50 }),
    iFrame: flag('外链菜单'),
    cache: flag('菜单缓存', { initial: true }),
    hidden: flag('隐藏'),
    alwaysShow: flag('总是显示'),
    affix: flag('固定标签'),
    breadcrumb: flag('面包屑', { initial: true }),
    permission: text('权限标识', { max: 100 }),
    path: text('路由地址', { max: 200 }),
    redirect: text('重定向', { max: 200 }),
    menuSort: integer('菜单排序', { min: 0, max: 9999, initial: 999 }),
    componentName: text('组件名称', { max: 100 }),
    component: text('组件路径', { max: 200 }),
    activeMenu: text('高亮菜单', { max: 200 }),
  },
});
