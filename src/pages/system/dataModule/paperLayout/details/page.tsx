import { LayoutDetails } from '@/features/library/layouts/LayoutDetails';

export default function PaperLayoutDetailsPage() {
  return <LayoutDetails />;
}
