"""The data-flow diagram, kept at the Session's present Step."""

from PySide6.QtCore import QObject, Slot

from gui.session import Document, Session
from gui.widgets.flow_diagram import FlowDiagram, FlowState


class FlowPanel(FlowDiagram):
    """A click on a box goes to its Step."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__()
        self._session = session
        self.step_chosen.connect(session.set_step)
        session.step_changed.connect(self.render_flow)
        session.changed.connect(self._on_changed)
        session.result_changed.connect(self._on_result)
        self.render_flow()

    @Slot()
    def render_flow(self) -> None:
        """Show the present Step and the shapes."""
        trace = self._session.trace
        config = trace.config
        arrays = {name: getattr(config, name) for name in ("q", "k", "v")} | dict(trace.steps)
        scale = {"sqrt_dk": f"1/√{config.d_k}", "none": "1"}.get(str(config.scale), f"{config.factor:.4g}")
        state = FlowState(
            step=self._session.step,
            shapes={name: " × ".join(map(str, array.shape)) for name, array in arrays.items()},
            scale=scale,
            masked=not config.visible.all(),
            dropout=config.dropout > 0,
        )
        self.set_state(state)

    @Slot(object, object)
    def _on_changed(self, old: Document, new: Document) -> None:
        if old.config is not new.config:
            self.render_flow()

    @Slot(str)
    def _on_result(self, kind: str) -> None:
        if kind == "trace":
            self.render_flow()
