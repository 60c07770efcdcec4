// What the seeded menus show while all their groups are closed, by name; the whole set, four times as large, comes with
// the first other one.
export {
  AuditOutlined,
  BankOutlined,
  BellOutlined,
  ClusterOutlined,
  EnvironmentOutlined,
  ExceptionOutlined,
  ExperimentOutlined,
  FilePdfOutlined,
  FileTextOutlined,
  HomeOutlined,
  InboxOutlined,
  ProjectOutlined,
  SafetyCertificateOutlined,
  SettingOutlined,
  ShareAltOutlined,
  ShopOutlined,
  SolutionOutlined,
  TeamOutlined,
  ToolOutlined,
  WarningOutlined,
} from '@ant-design/icons';
