# How a command ended: `$?`.
class ProcessStatus
  def initialize(code)
    @code = code
  end

  def exitstatus
    @code
  end

  def exited?
    !@code.nil?
  end

  def signaled?
    @code.nil?
  end

  def success?
    @code.nil? ? nil : @code == 0
  end

  def ==(other)
    to_i == other
  end

  def to_i
    @code.nil? ? __no_code : @code << 8
  end
end
