"""The data-flow diagram, kept at the Session's present Step."""

from math import isinf

from PySide6.QtCore import QObject, Slot

from engine.config import Config
from engine.explain.lineage import AFTER
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
        filler = "−∞" if isinf(config.filler) else f"{config.filler:.0e}".replace("-", "−")
        state = FlowState(
            step=self._session.step,
            shapes={name: " × ".join(map(str, array.shape)) for name, array in arrays.items()},
            scale=_scale(config),
            masked=not config.visible.all(),
            dropout=trace.parts.dropout > 0,
            filler=filler,
            late=bool(config.mistakes & AFTER),
            inverted="inverted_mask" in config.mistakes,
            columns="softmax_over_queries" in config.mistakes,
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


def _scale(config: Config) -> str:
    """The factor in force as people write it."""
    if "scale_by_d_model" in config.mistakes:
        return f"1/√{config.d_model}"
    return {"sqrt_dk": f"1/√{config.d_k}", "none": "1"}.get(str(config.scale), f"{config.factor:.4g}")
