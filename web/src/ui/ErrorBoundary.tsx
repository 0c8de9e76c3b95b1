import { Component, type ReactNode } from "react";
import { i18n } from "../i18n";
import { useTable } from "../state/store";
import { Icon } from "./Icon";

/** Something of ours failed: what is safe first, then a way on. The report names no person. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null as Error | null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    const { info, position } = useTable.getState();
    const where = info ? i18n.t("errorWhere", { room: info.room, seq: position.seq }) : "";
    const report = JSON.stringify({ error: error.message, stack: error.stack, match: info?.match, seq: position.seq });
    return (
      <main className="message" role="alert">
        <Icon name="warning" />
        <h1>{i18n.t("errorTitle")}</h1>
        <p>{i18n.t("errorText")}</p>
        <div className="row">
          <button type="button" className="button" onClick={() => void navigator.clipboard?.writeText(report)}>
            {i18n.t("copyReport")}
          </button>
          <button type="button" className="button button-primary" onClick={() => window.location.reload()}>
            {i18n.t("reload")}
          </button>
        </div>
        <p className="quiet">{where}</p>
      </main>
    );
  }
}
