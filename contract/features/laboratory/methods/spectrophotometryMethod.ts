import { defineMethod } from './methodDefinition';

export const spectrophotometry = defineMethod({
  key: 'spectrophotometry',
  title: '分光光度法',
  prefix: { ordinary: '/labFggdRecord', incoming: '/lyjcLabFggdRecord' },
  pages: {
    detail: { title: '检测数据' },
    curves: [
      { key: 'main', title: '标准曲线' },
      { key: 'pcl3', title: '三氯化磷标准曲线' },
    ],
    spike: true,
    lod: true,
    attachment: true,
    previews: [{ key: 'main', title: '结果预览' }],
  },
});
