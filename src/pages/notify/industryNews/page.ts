import { definePage, publishActions } from '@/listEditor';
import { industryNews } from '@contract/features/publicity/entities/industryNews';

export default definePage({
  entity: industryNews,
  url: 'api/industryNews',
  columns: ['title', 'category', 'status', 'topped', 'publishTime', 'viewCount', 'source', 'author', 'updateTime'],
  filters: ['title', 'category', 'status', 'publishTime', 'source', 'topped'],
  form: [
    {
      title: '文章',
      fields: [
        'title',
        'category',
        'source',
        'sourceUrl',
        'author',
        'cover',
        'topped',
        'contactsPublic',
        'summary',
        'content',
      ],
    },
  ],
  sort: 'updateTime,desc',
  actions: publishActions(industryNews, { label: '发布', publicPath: '/industryNewsDetails' }),
});
