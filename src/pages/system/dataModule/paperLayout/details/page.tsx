import { LayoutDetails } from '@/features/library/layouts/LayoutDetails';

/** 自定义版式: an organization's own layout of a paper. */
export default function PaperLayoutDetailsPage() {
  return <LayoutDetails />;
}
