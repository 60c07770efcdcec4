import { TemplateList } from '@/features/library/templates/TemplateList';
import { cyfaModule } from '@contract/features/library/entities/cyfaModule';

/** 采样方案模板 (cyfa: 采样方案): templates of sampling plans. */
export default function CyfaModulePage() {
  return <TemplateList entity={cyfaModule} />;
}
