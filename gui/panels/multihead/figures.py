"""What must hold of the heads, and what they cost, with the present numbers."""

import numpy as np
from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from engine.heads.trace import kv_cache_bytes, symmetry
from gui.i18n import say
from gui.panels.panel import Panel
from gui.session import HeadsResult, Session
from gui.theme import GRID


class HeadsFigures(Panel):
    """One line per figure; a trace that cannot be computed is said in the banner, and the figures before stay."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.lines = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        """Tab reaches them, so that they can be brought into sight and copied by keyboard."""
        by_mouse, by_keyboard = (
            Qt.TextInteractionFlag.TextSelectableByMouse,
            Qt.TextInteractionFlag.TextSelectableByKeyboard,
        )
        self.lines.setTextInteractionFlags(by_mouse | by_keyboard)
        self.lines.setAccessibleName(self.tr("Figures"))
        self.lines.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID // 2)
        layout.addWidget(self.banner)
        layout.addWidget(self.lines)
        session.result_changed.connect(self._on_result)
        self.render_figures()

    def text(self) -> str:
        """The lines shown."""
        return self.lines.text()

    @Slot()
    def render_figures(self) -> None:
        """Show the figures of the newest trace."""
        problem = self._session.problem("heads")
        self.banner.show_text(say(problem) if problem else "")
        result: HeadsResult | None = self._session.result("heads")
        if result is not None:
            lines = (self._sum(result), self._symmetry(result), self._cache(result), self._one(result))
            self.lines.setText("\n".join(line for line in lines if line))

    def _sum(self, result: HeadsResult) -> str:
        trace = result.trace
        bias = trace.config.projections.b_o
        total = trace.contributions.sum(axis=0) + (0 if bias is None else bias)
        difference = f"{float(np.abs(total - trace.output).max()):.2g}"
        if bias is None:
            return self.tr("Sum of all contributions = output: largest difference {difference}").format(
                difference=difference
            )
        return self.tr("Sum of all contributions + b_O = output: largest difference {difference}").format(
            difference=difference
        )

    def _symmetry(self, result: HeadsResult) -> str:
        scores = result.trace.steps["scores"]
        if scores.shape[-1] != scores.shape[-2]:
            return ""
        return self.tr("Scores S: largest |S − Sᵀ| {difference}").format(
            difference=f"{float(symmetry(result.trace).max()):.3g}"
        )

    def _cache(self, result: HeadsResult) -> str:
        config, w = result.trace.config, result.trace.config.projections
        tokens = len(result.trace.k[0])
        text = self.tr("KV cache of {tokens} tokens: {bytes} bytes at 2 bytes a number").format(
            tokens=tokens, bytes=kv_cache_bytes(config, tokens)
        )
        if w.kv_heads == w.heads:
            return text
        whole = kv_cache_bytes(config, tokens) * w.heads // w.kv_heads
        return text + self.tr(" (a key head for every head: {bytes})").format(bytes=whole)

    def _one(self, result: HeadsResult) -> str:
        if result.one is None:
            return ""
        difference = float(np.abs(result.one.output - result.trace.output).max())
        return self.tr(
            "One head, same weight matrices: one map instead of {heads}; its output differs by up to {difference}"
        ).format(heads=len(result.trace.q), difference=f"{difference:.3g}")

    @Slot(str)
    def _on_result(self, kind: str) -> None:
        if kind == "heads":
            self.render_figures()
